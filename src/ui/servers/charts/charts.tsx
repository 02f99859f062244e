import { ChartPanel } from './chart-panel.tsx';
import { DaysPanel } from './days-panel.tsx';
import { HeatMapPanel } from './heat-map-panel.tsx';

/** How many played when: over a span, by weekday and hour, and how many different ones a day. */
export function Charts({
  serverId,
  height,
}: {
  readonly serverId: string;
  readonly height: number;
}) {
  return (
    <div className="charts">
      <ChartPanel serverId={serverId} height={height} />
      <div className="charts-beside">
        <HeatMapPanel serverId={serverId} />
        <DaysPanel serverId={serverId} />
      </div>
    </div>
  );
}
