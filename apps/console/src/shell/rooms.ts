import {
  PulseIcon,
  DatabaseIcon,
  StackIcon,
  KeyIcon,
  CommentDiscussionIcon,
  PlusIcon,
  SearchIcon,
  GearIcon,
} from '@primer/octicons-react';

/** Rooms of a box as its menu shows them: one line per room, its text in the catalogue of the shell. */
export const boxRooms = [
  { to: '/boxes/$kbid/adding', text: 'add', icon: PlusIcon },
  { to: '/boxes/$kbid/resources', text: 'resources', icon: StackIcon },
  { to: '/boxes/$kbid/search', text: 'search', icon: SearchIcon },
  { to: '/boxes/$kbid/ask', text: 'ask', icon: CommentDiscussionIcon },
  { to: '/boxes/$kbid/keys', text: 'keys', icon: KeyIcon },
  { to: '/boxes/$kbid/settings', text: 'settings', icon: GearIcon },
] as const;

/** Rooms beside the boxes. */
export const otherRooms = [
  { to: '/boxes', text: 'boxes', icon: DatabaseIcon },
  { to: '/status', text: 'health', icon: PulseIcon },
] as const;
