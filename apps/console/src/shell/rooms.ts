import {
  PulseIcon,
  LogIcon,
  PeopleIcon,
  PasskeyFillIcon,
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
  { to: '/people', text: 'people', icon: PeopleIcon },
  { to: '/tokens', text: 'tokens', icon: PasskeyFillIcon },
  { to: '/audit', text: 'audit', icon: LogIcon },
  { to: '/status', text: 'health', icon: PulseIcon },
] as const;
