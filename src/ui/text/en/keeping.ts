/** What is said where this browser does not keep what it shows. */
export const keeping = {
  full: 'Kept in memory only: the disk is full. All tabs stay live, but after a reload the portal starts empty, and these minutes cannot be recorded. Free some space: Muster then saves again by itself.',
  refused:
    'Kept in memory only: this browser stores nothing here, as in a private window. All tabs stay live, but after a reload the portal starts empty, and nothing can be recorded. Allow site data for this address, or use a normal window.',
  failed:
    'Kept in memory only: the database of this browser does not work. All tabs stay live, but after a reload the portal starts empty, and these minutes cannot be recorded. Muster tries again every minute. If this stays, restart the browser.',
  again: 'Try now',
  inVain: 'Tried at {{time}}: still not saved.',
  hide: 'Hide',
} as const;
