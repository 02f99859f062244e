/**
 * The wire's version. A client and a host that differ in it do not speak: the portal reloads.
 * It rises with every change of a schema under `src/protocol`; a test pins the schemas' hash beside it.
 *
 * History
 * 1: accounts, servers of the BattlEye games, feed, console, presence, population.
 * 2: Rust and GENERIC servers, deaths and hits, positions, wipes, log folders,
 *    walls and displays.
 * 3: errors for addresses that are not allowed, passwords that are needed again, owners who stay;
 *    lists of servers in pages; a `hello` in several messages; gaps in the feed;
 *    servers that are not connected for their address; a state of a server, or of a step of
 *    its deployment, that is not known.
 * 4: rows of resources, the first of which are notes.
 * 5: an edit of a row says what its editor saw; statistics of players;
 *    the audit in pages, in place of a call that paged back; searches of the feed.
 * 6: resources that the host tells from tables of their feature, in place of calls that listed them; what an account
 *    has for itself; a write of those says where it is told.
 * 7: an account's walls as such rows.
 * 8: jobs and messages of a server, what of them is skipped, put off or asked for once, and how many a plan allows;
 *    permissions for them, for commands that are not known by name, for bans and for what happens in a game;
 *    population from an hour to 90 days, the last day of many servers, players a day, what charts are marked with;
 *    one search of all that happened, in place of one of a server's feed; a server as it was at a moment;
 *    invitations; the order that an account gives its servers; a server's name beside its identifier, and its tags;
 *    how an uptime is known; who a player is; what an audit entry has beside its proof.
 * 9: every permission of teams, organizations and servers by its name;
 *    what an account's subscription amounts to, and what restricts a server; every id of a person;
 *    teams and organizations with their members, roles, invitations and servers, as rows that belong to a group,
 *    and what is done with them;
 *    the audit of accounts, for themselves and for whoever operates the host; who an account is;
 *    for how long staff may act for an owner, and what of the audit they did so;
 *    feed and console without addresses and identifiers, as streams of their own;
 *    ban lists, the servers that obey them and their bans, as rows that belong to a list; who was kept out by which;
 *    whether bans stand in a game's own list, too;
 *    what public lists say of themselves, and the banner above that; changes of many entries, taken back; what waits for staff;
 *    the files that are kept of a server, how much of them an account may keep, and what goes beyond that;
 *    who a person is over all servers, and how people are found;
 *    with which weapons players killed and hit, where and from how far, and what of it is forgotten;
 *    jobs that kick, write to each player, and rest a whitelist; restarts that wait for a start;
 *    whom a command of the history meant;
 *    what Steam said of players, and what their accounts were called; ban lists that follow each other between installations, and how far a first copy is; whoever operates a Muster joins persons, and parts them; private mode;
 *    which bans of BattlEye and EasyAntiCheat servers told of somebody;
 *    who may do what with teams, organizations, ban lists and buckets; where a server is, for who may not change that.
 *    whom a module would have kept out of late;
 *    whether mail goes out; what people call a server whose past is searched; bans and paused whitelists as marks of a chart; 30 days beside the 30 before; webhooks of ban lists; buckets of notes, and when an entry of a bucket that a server uses changed last; what all servers noted about a person; which bans keep somebody out already; which job kicked somebody.
 */
export const PROTOCOL_VERSION = 9;
