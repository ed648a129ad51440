import {
  ArchiveIcon,
  ChecklistIcon,
  CommentDiscussionIcon,
  CpuIcon,
  DatabaseIcon,
  DependabotIcon,
  DeviceDesktopIcon,
  FilterIcon,
  GearIcon,
  GraphIcon,
  HistoryIcon,
  KeyIcon,
  LogIcon,
  OrganizationIcon,
  NoteIcon,
  PasskeyFillIcon,
  PeopleIcon,
  PersonIcon,
  PlugIcon,
  PlusIcon,
  PulseIcon,
  SearchIcon,
  ShareAndroidIcon,
  ShieldLockIcon,
  SlidersIcon,
  StackIcon,
  TasklistIcon,
  TerminalIcon,
  WorkflowIcon,
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
      { to: '/boxes/$kbid/graph', text: 'graph', icon: ShareAndroidIcon },
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
      { to: '/boxes/$kbid/tasks', text: 'tasks', icon: TasklistIcon },
      { to: '/boxes/$kbid/strategies', text: 'strategies', icon: FilterIcon },
      { to: '/boxes/$kbid/members', text: 'members', icon: PeopleIcon },
      { to: '/boxes/$kbid/keys', text: 'keys', icon: KeyIcon },
      { to: '/boxes/$kbid/transfer', text: 'transfer', icon: ArchiveIcon },
      { to: '/boxes/$kbid/settings', text: 'settings', icon: GearIcon },
    ],
  },
] as const;

/** Rooms of an agent; those without `isForAll` are for its owners. */
export const agentRooms = [
  { to: '/agents/$agent/chat', text: 'chat', icon: CommentDiscussionIcon, isForAll: true },
  { to: '/agents/$agent/workflow', text: 'workflow', icon: WorkflowIcon, isForAll: false },
  { to: '/agents/$agent/sources', text: 'sources', icon: PlugIcon, isForAll: false },
  { to: '/agents/$agent/prompts', text: 'prompts', icon: NoteIcon, isForAll: false },
  { to: '/agents/$agent/sessions', text: 'sessions', icon: StackIcon, isForAll: false },
  { to: '/agents/$agent/answers', text: 'answers', icon: HistoryIcon, isForAll: false },
  { to: '/agents/$agent/connect', text: 'connect', icon: TerminalIcon, isForAll: true },
  { to: '/agents/$agent/settings', text: 'settings', icon: GearIcon, isForAll: false },
] as const;

/** Rooms beside the boxes, in groups; the first and the last need no heading. */
export const otherRooms = [
  {
    heading: undefined,
    rooms: [
      { to: '/boxes', text: 'boxes', icon: DatabaseIcon },
      { to: '/agents', text: 'agents', icon: DependabotIcon },
    ],
  },
  {
    heading: 'ofAccount',
    rooms: [
      { to: '/account', text: 'account', icon: OrganizationIcon },
      { to: '/people', text: 'people', icon: PeopleIcon },
      { to: '/groups', text: 'groups', icon: StackIcon },
      { to: '/models', text: 'accountModels', icon: CpuIcon },
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
