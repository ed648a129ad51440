import type { AnyOperation } from '../core/operation';
import { resolveAccount, verifyUserCredential } from '../access/access';
import { getAccount, listAccounts, listKnowledgeBoxIndex } from './account';
import { createPersonalToken, deletePersonalToken, listPersonalTokens } from './personal-token';
import { getUser, getUserProfile, readUserNames, resolveUser } from './user';
import { announceZone, indexRemoteZone, listAccountZones, listZones } from './zone';

/** Every operation that the accounts service handles, for clients, gateways and zones. */
export const accountsOperations: readonly AnyOperation[] = [
  resolveAccount,
  verifyUserCredential,
  getAccount,
  listAccounts,
  listKnowledgeBoxIndex,
  createPersonalToken,
  deletePersonalToken,
  listPersonalTokens,
  getUser,
  getUserProfile,
  readUserNames,
  resolveUser,
  announceZone,
  listAccountZones,
  listZones,
];

/** What gateways handle themselves: the way to zones that are elsewhere. */
export const gatewayOperations: readonly AnyOperation[] = [indexRemoteZone];
