/** What is said where this browser does not keep what it shows. */
export const keeping = {
  full: 'Kept in memory only: this browser has no room left on the disk. All tabs stay live. After a reload the portal opens without its last known rows, and recordings of these minutes are not kept. Free some room on the disk; Muster then keeps everything again by itself.',
  refused:
    'Kept in memory only: this browser stores nothing here, as in a private window. All tabs stay live. After a reload the portal opens without its last known rows, and recordings are not kept. Allow site data for this address, or use a normal window.',
  failed:
    'Kept in memory only: the database of this browser does not work. All tabs stay live. After a reload the portal opens without its last known rows, and recordings of these minutes are not kept. It is tried again every minute; if this stays, restart the browser.',
  again: 'Try now',
  inVain: 'Tried at {{time}}: still not kept.',
  hide: 'Hide',
} as const;
