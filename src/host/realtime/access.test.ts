import { expect, it } from 'vitest';
import { mayFollow, mayHear, standingStreams, type Granted } from './access.ts';

const [me, seen, unseen] = ['1', '2', '3'].map((digit) => digit.repeat(24)) as [
  string,
  string,
  string,
];
const team = '4'.repeat(24);
const granted: Granted = new Map([
  [team, ['team.view', 'team.roles.list']],
  [seen, ['server.view']],
  [unseen, ['server.personnel']],
]);

it('the list of a server comes by itself to those alone who may see it', () => {
  expect(standingStreams(me, granted)).toEqual([`account/${me}`, `server/${seen}/list`]);
});

it('a stream is for those who have its permission, and an account’s for itself', () => {
  const may = (stream: string) => mayFollow(me, granted, stream);
  expect(may(`server/${seen}/list`)).toBe(true);
  expect(may(`server/${seen}/console`)).toBe(false);
  expect(may(`server/${unseen}/list`)).toBe(false);
  expect(may(`server/${'5'.repeat(24)}/list`)).toBe(false);
  expect(may(`group/${team}/teamRoles`)).toBe(true);
  expect(may(`group/${team}/teamMembers`)).toBe(false);
  expect(may(`group/${seen}/teamRoles`)).toBe(false);
  expect(may(`account/${me}`)).toBe(true);
  expect(may(`account/${seen}`)).toBe(false);
  expect(may('nothing')).toBe(false);
});

it('a topic of a group is for those who have its permission there', () => {
  expect(mayHear(granted, team, 'teamRoles')).toBe(true);
  expect(mayHear(granted, team, 'teamInvites')).toBe(false);
  expect(mayHear(granted, seen, 'teamRoles')).toBe(false);
  expect(mayHear(granted, null, 'teamRoles')).toBe(false);
});

it('what an account has for itself is of no server and no group', () => {
  expect(mayHear(granted, null, 'teams')).toBe(true);
  expect(mayHear(granted, seen, 'teams')).toBe(false);
});

it('who looks at a server is told to those who see it', () => {
  expect(mayHear(granted, seen, 'presence')).toBe(true);
  expect(mayHear(granted, unseen, 'presence')).toBe(false);
  expect(mayHear(granted, seen, 'console')).toBe(false);
});
