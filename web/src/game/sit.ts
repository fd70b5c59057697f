/** Puts the parts of one game together, as this browser plays it. */
import { api } from '../lib/api';
import { PACES, settings } from '../lib/settings.svelte';
import { Connection, type OpenLine, type Server } from './connection.svelte';
import { Controls, type Parts } from './controls';
import { Notices } from './notices.svelte';
import { Playback } from './playback.svelte';
import { Selection } from './selection.svelte';

/** What answers the requests of a whole table. */
export type Host = Server & Pick<typeof api, 'choices' | 'why' | 'hint' | 'coach' | 'rules'>;

/** One game as this browser plays it, and what its player does there. */
export type Sitting = Parts & { controls: Controls };

/** Sits down at a game of the server, or of another host with its own live line. */
export function sit(game: string, host: Host = api, openLine?: OpenLine): Sitting {
  const connection: Connection = new Connection(game, (news) => playback.receive(news), host, openLine);
  const selection = new Selection(game, connection);
  const notices: Notices = new Notices(game, host, () => {
    const { info } = connection;
    return info && playback.table ? { info, seats: playback.table.seats } : null;
  });
  let stamp = '';
  const playback = new Playback(
    game,
    host,
    () => PACES[settings.pace],
    (table) => {
      if (table.stamp !== stamp) {
        notices.dismissHint();
        notices.dismissWarning();
      }
      stamp = table.stamp;
      void selection.at(table, playback.covered);
    },
  );
  const parts = { connection, playback, selection, notices };
  return {
    ...parts,
    controls: new Controls(
      parts,
      () => settings.confirm === 'turn',
      () => settings.coach && host === api,
    ),
  };
}
