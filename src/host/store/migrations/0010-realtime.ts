import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** The realtime log: streams with their heads, what was told on them, and what of it can be erased. */
export const realtime: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`
      create table streams (
        stream text primary key,
        head bigint not null,
        floor bigint not null default 0
      );
      alter table streams set (fillfactor = 50);

      create table event_log (
        stream text not null,
        seq bigint not null,
        at bigint not null,
        event text not null,
        data json not null,
        primary key (stream, seq)
      );
      create index event_log_at on event_log using brin (at);

      create table event_personal (
        stream text not null,
        seq bigint not null,
        subject text not null,
        data json not null,
        primary key (stream, seq, subject)
      );
      create index event_personal_subject on event_personal (subject);

      -- A function, so that its plan is made once for a connection: planning would cost more than the work.
      create function append_events(
        channel text, streams text[], ats bigint[], events text[], datas text[], wholes text[],
        payloads int[], by_references bool[], owners bigint[], subjects text[], personals text[]
      ) returns table (ord bigint, seq bigint) language plpgsql as $$
      #variable_conflict use_column
      declare
        position bigint;
      begin
        -- One event alone, as most are: the same without the set.
        if cardinality(streams) = 1 then
          insert into streams as s (stream, head) values (streams[1], 1)
          on conflict (stream) do update set head = s.head + 1
          returning head into position;
          insert into event_log (stream, seq, at, event, data)
          values (streams[1], position, ats[1], events[1], datas[1]::json);
          if cardinality(owners) > 0 then
            insert into event_personal (stream, seq, subject, data)
            select streams[1], position, x.subject, x.data::json
            from unnest(subjects, personals) as x(subject, data);
          end if;
          perform pg_notify(channel, streams[1] || ' ' || position ||
            case when by_references[1] then ''
              else ' ' || ats[1] || ' ' || events[1] || ' ' || coalesce(wholes[1], datas[1]) end);
          return query select 1::bigint, position;
          return;
        end if;
        return query
        with input as materialized (
          select * from unnest(streams, ats, events, datas, wholes, payloads, by_references)
            with ordinality as i(stream, at, event, data, whole, payload, by_reference, ord)
        ), counted as (
          select stream, count(*) as n from input group by stream
        ), heads as (
          insert into streams as s (stream, head)
          select stream, n from counted order by stream
          on conflict (stream) do update set head = s.head + excluded.head
          returning stream, head
        ), placed as materialized (
          select i.*, h.head - c.n + row_number() over (partition by i.stream order by i.ord) as seq
          from input i join heads h using (stream) join counted c using (stream)
        ), logged as (
          insert into event_log (stream, seq, at, event, data)
          select stream, seq, at, event, data::json from placed
        ), kept as (
          insert into event_personal (stream, seq, subject, data)
          select p.stream, p.seq, x.subject, x.data::json
          from unnest(owners, subjects, personals) as x(ord, subject, data)
          join placed p using (ord)
        ), lines as (
          select payload, string_agg(
            stream || ' ' || seq || case when by_reference then ''
              else ' ' || at || ' ' || event || ' ' || coalesce(whole, data) end,
            e'\n' order by ord) as text
          from placed group by payload order by payload
        ), told as materialized (
          select pg_notify(channel, text) as sent from lines
        )
        select ord, seq from placed, (select count(sent) from told) as sent order by ord;
      end
      $$;
    `.execute(db);
  },
};
