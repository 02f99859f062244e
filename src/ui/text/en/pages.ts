/** What every list that comes in pages says. */
export const pages = {
  filters: 'Filters',
  filtering: 'Filters ({{count}})',
  noMatch: 'No entry matches.',
  invalid: 'Muster cannot search for this. Change the words or the filters.',
  failed: 'Muster does not answer. It tries again by itself.',
  total_one: '{{total}} entry',
  total_other: '{{total}} entries',
  about_one: 'about {{total}} entries',
  about_other: 'about {{total}} entries',
  exportCsv: 'Export as CSV',
  exportJson: 'Export as NDJSON',
  exporting_one: 'Exporting: {{count}} entry so far',
  exporting_other: 'Exporting: {{count}} entries so far',
  exportingBack_one: 'Exporting: {{count}} entry, back to {{moment}}',
  exportingBack_other: 'Exporting: {{count}} entries, back to {{moment}}',
  cancelExport: 'Cancel the export',
} as const;
