/** Texts of what players did. */
export const statistics = {
  title: 'Statistics',
  since: 'Counted since {{moment}}, including play sessions that were already under way.',
  incomplete: 'Part of that time is missing.',
  empty: 'Nothing counted on this server yet.',
  notRecorded: 'Statistics are not in recordings.',
  figure: {
    playtime: 'Time played',
    stays: 'Play sessions',
    kills: 'Kills',
    deaths: 'Deaths',
    ratio: 'Kills per death',
    suicides: 'Suicides',
    hits_given: 'Hits given',
    hits_taken: 'Hits taken',
  },
  newest: 'Last play sessions',
  joined: 'Joined',
  lasted: 'Lasted',
  end: 'End',
  ended: {
    here: 'here now',
    left: 'left',
    kicked: 'kicked',
    unknown: 'not known',
  },
};
