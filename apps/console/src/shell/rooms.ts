import { IconDatabase, IconSearch, IconSettings } from '@tabler/icons-react';

/** Rooms of a box as its menu shows them: one line per room, its text in the catalogue of the shell. */
export const boxRooms = [
  { to: '/boxes/$kbid/search', text: 'search', icon: IconSearch },
  { to: '/boxes/$kbid/settings', text: 'settings', icon: IconSettings },
] as const;

/** Rooms beside the boxes. */
export const otherRooms = [{ to: '/boxes', text: 'boxes', icon: IconDatabase }] as const;
