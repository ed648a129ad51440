import {
  ChecklistIcon,
  CommentDiscussionIcon,
  CpuIcon,
  DatabaseIcon,
  DeviceDesktopIcon,
  GearIcon,
  GraphIcon,
  HistoryIcon,
  KeyIcon,
  LogIcon,
  OrganizationIcon,
  PasskeyFillIcon,
  PeopleIcon,
  PersonIcon,
  PlusIcon,
  PulseIcon,
  SearchIcon,
  ShieldLockIcon,
  SlidersIcon,
  StackIcon,
} from '@primer/octicons-react';

/** Rooms of a box as its menu shows them, in groups: one line per room, its text in the catalogue of the shell. */
export const boxRooms = [
  {
    heading: 'box',
    rooms: [
      { to: '/boxes/$kbid/adding', text: 'add', icon: PlusIcon },
      { to: '/boxes/$kbid/resources', text: 'resources', icon: StackIcon },
      { to: '/boxes/$kbid/search', text: 'search', icon: SearchIcon },
      { to: '/boxes/$kbid/ask', text: 'ask', icon: CommentDiscussionIcon },
    ],
  },
  {
    heading: 'ofQuality',
    rooms: [
      { to: '/boxes/$kbid/activity', text: 'activity', icon: HistoryIcon },
      { to: '/boxes/$kbid/evaluation', text: 'evaluation', icon: ChecklistIcon },
      { to: '/boxes/$kbid/search-settings', text: 'searchSettings', icon: SlidersIcon },
      { to: '/boxes/$kbid/models', text: 'models', icon: CpuIcon },
    ],
  },
  {
    heading: 'ofBox',
    rooms: [
      { to: '/boxes/$kbid/members', text: 'members', icon: PeopleIcon },
      { to: '/boxes/$kbid/keys', text: 'keys', icon: KeyIcon },
      { to: '/boxes/$kbid/settings', text: 'settings', icon: GearIcon },
    ],
  },
] as const;

/** Rooms beside the boxes, in groups; the first and the last need no heading. */
export const otherRooms = [
  { heading: undefined, rooms: [{ to: '/boxes', text: 'boxes', icon: DatabaseIcon }] },
  {
    heading: 'ofAccount',
    rooms: [
      { to: '/account', text: 'account', icon: OrganizationIcon },
      { to: '/people', text: 'people', icon: PeopleIcon },
      { to: '/groups', text: 'groups', icon: StackIcon },
      { to: '/usage', text: 'usage', icon: GraphIcon },
      { to: '/single-sign-on', text: 'singleSignOn', icon: ShieldLockIcon },
      { to: '/audit', text: 'audit', icon: LogIcon },
    ],
  },
  {
    heading: 'ofPerson',
    rooms: [
      { to: '/profile', text: 'profile', icon: PersonIcon },
      { to: '/sessions', text: 'sessions', icon: DeviceDesktopIcon },
      { to: '/tokens', text: 'tokens', icon: PasskeyFillIcon },
    ],
  },
  { heading: 'ofServer', rooms: [{ to: '/status', text: 'health', icon: PulseIcon }] },
] as const;
