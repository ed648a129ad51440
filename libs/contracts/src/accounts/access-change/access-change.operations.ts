import { betweenHosts } from '../../core/between-hosts';
import { operation } from '../../core/operation';
import { AccessChangeList, AccessChangeQuery } from './access-change.dto';

/** Tells a zone what its callers may have lost: events do not leave the bus of the accounts host. */
export const listAccessChanges = operation({
  ...betweenHosts('accounts.access-change.list', 'accounts'),
  summary: 'List changes of users, tokens and accounts',
  body: AccessChangeQuery,
  answer: AccessChangeList,
  deadlineMs: 5_000,
});
