import { Counter, Gauge, Histogram, type Registry } from 'prom-client';

/** What is read when somebody asks for the metrics. */
export interface RealtimeGauges {
  readonly sockets: () => number;
  readonly sessions: () => number;
  readonly streams: () => number;
  readonly listening: () => boolean;
}

/** The counters of the realtime side. */
export interface RealtimeMetrics {
  watch(gauges: RealtimeGauges): void;
  /** An event was heard from the database, so many milliseconds after it happened. */
  told(lag: number): void;
  /** A frame went out on a socket, or was dropped since its client does not read. */
  sent(sent: boolean): void;
}

const LAG_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Registers what the operator sees of sockets, streams and events. */
export function realtimeMetrics(registry: Registry): RealtimeMetrics {
  const registers = [registry];
  // Plain numbers that are read with the metrics: a frame goes out thousands of times a second.
  const counts = { heard: 0, sent: 0, dropped: 0 };
  counter(
    'heard',
    'muster_events_in_total',
    'Events heard from the log that somebody here follows.',
  );
  counter('sent', 'muster_events_out_total', 'Frames given to sockets.');
  counter(
    'dropped',
    'muster_events_dropped_total',
    'Frames not given to sockets whose clients do not read; they take a snapshot.',
  );
  const lag = new Histogram({
    name: 'muster_event_lag_seconds',
    help: 'From the moment of an event to its fan-out in this host.',
    buckets: LAG_SECONDS,
    registers,
  });
  return {
    watch(gauges) {
      gauge('muster_sockets', 'Open websockets.', gauges.sockets);
      gauge('muster_socket_sessions', 'Sessions with an open websocket.', gauges.sessions);
      gauge(
        'muster_streams_followed',
        'Lists, feeds and consoles that somebody follows on this host.',
        gauges.streams,
      );
      gauge('muster_listening', '1 while this host hears the database.', () =>
        gauges.listening() ? 1 : 0,
      );
    },
    told(milliseconds) {
      counts.heard += 1;
      lag.observe(Math.max(0, milliseconds) / 1_000);
    },
    sent(went) {
      counts[went ? 'sent' : 'dropped'] += 1;
    },
  };

  function counter(name: keyof typeof counts, metric: string, help: string): void {
    let shown = 0;
    new Counter({
      name: metric,
      help,
      registers,
      collect() {
        this.inc(counts[name] - shown);
        shown = counts[name];
      },
    });
  }

  function gauge(name: string, help: string, read: () => number): void {
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(read());
      },
    });
  }
}
