import type { Query } from '../../domain/queries.ts';

/** A query as anybody may read it: what somebody looks for may be a player's name. */
export function withoutTexts(query: Query): Query {
  switch (query.view) {
    case 'players':
      return withoutText(query);
    case 'rows':
    case 'pages':
    case 'paging': {
      const where = Object.fromEntries(Object.keys(query.where).map((name) => [name, '…']));
      return withoutText({ ...query, where });
    }
    case 'servers':
    case 'groups':
      return { ...query, filter: withoutText(query.filter) };
    case 'wall': {
      const sources = query.sources.map((source) =>
        source.kind === 'filter' ? { ...source, filter: withoutText(source.filter) } : source,
      );
      return { ...query, sources };
    }
    default:
      return query;
  }
}

function withoutText<T extends { readonly text?: string }>(told: T): T {
  return told.text ? { ...told, text: '…' } : told;
}
