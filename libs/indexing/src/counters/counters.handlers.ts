import { handlersOf } from '@lectern/bus';
import { visibilityOfReads } from '@lectern/contracts/core';
import { countContent, listShards } from '@lectern/contracts/knowledge-box';
import { CountersService } from './counters.service';

export const CountersHandlers = handlersOf(CountersService)
  .answer(countContent, (counters, { params, query, principal }) =>
    counters.counters(params.kbid, { hasShards: query.debug, visibility: visibilityOfReads(principal) }),
  )
  .answer(listShards, (counters, { params }) => counters.shards(params.kbid));
