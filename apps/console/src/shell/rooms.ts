import { IconActivityHeartbeat, IconDatabase, IconKey, IconSettings } from '@tabler/icons-react';

/** Rooms of a box as its menu shows them: one line per room, its text in the catalogue of the shell. */
export const boxRooms = [
  { to: '/boxes/$kbid/keys', text: 'keys', icon: IconKey },
  { to: '/boxes/$kbid/settings', text: 'settings', icon: IconSettings },
] as const;

/** Rooms beside the boxes. */
export const otherRooms = [
  { to: '/boxes', text: 'boxes', icon: IconDatabase },
  { to: '/status', text: 'health', icon: IconActivityHeartbeat },
] as const;
