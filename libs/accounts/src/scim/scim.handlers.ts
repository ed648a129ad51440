import { handlersOf } from '@lectern/bus';
import {
  createScimGroup,
  createScimUser,
  deleteScimGroup,
  deleteScimUser,
  getScimConfiguration,
  getScimGroup,
  getScimResourceType,
  getScimSchema,
  getScimUser,
  listScimGroups,
  listScimResourceTypes,
  listScimSchemas,
  listScimUsers,
  patchScimGroup,
  patchScimUser,
  replaceScimGroup,
  replaceScimUser,
} from '@lectern/contracts/accounts';
import { ScimDiscovery } from './discovery.service';
import { ScimGroups } from './groups.service';
import { ScimPeople } from './people.service';

export const ScimHandlers = handlersOf(ScimDiscovery)
  .answer(getScimConfiguration, (about, { params, headers }) => about.configuration(params.account, headers))
  .answer(listScimResourceTypes, (about, { params, headers }) => about.resourceTypes(params.account, headers))
  .answer(getScimResourceType, (about, { params, headers }) => about.resourceType(params, headers))
  .answer(listScimSchemas, (about, { params, headers }) => about.schemas(params.account, headers))
  .answer(getScimSchema, (about, { params, headers }) => about.schema(params, headers))
  .of(ScimPeople)
  .answer(listScimUsers, (people, { params, query, headers }) => people.list(params.account, query, headers))
  .answer(createScimUser, (people, request) => people.create(request, request.body))
  .answer(getScimUser, (people, request) => people.get(request))
  .answer(replaceScimUser, (people, request) => people.replace(request, request.body))
  .answer(patchScimUser, (people, request) => people.patch(request, request.body))
  .answer(deleteScimUser, (people, request) => people.delete(request))
  .of(ScimGroups)
  .answer(listScimGroups, (groups, { params, query, headers }) => groups.list(params.account, query, headers))
  .answer(createScimGroup, (groups, request) => groups.create(request, request.body))
  .answer(getScimGroup, (groups, request) => groups.get(request))
  .answer(replaceScimGroup, (groups, request) => groups.replace(request, request.body))
  .answer(patchScimGroup, (groups, request) => groups.patch(request, request.body))
  .answer(deleteScimGroup, (groups, request) => groups.delete(request));
