import { handlersOf } from '@lectern/bus';
import {
  type AgenticTarget,
  beginAgenticAsk,
  changeAgenticConfig,
  changeAgenticSource,
  createAgenticConfig,
  createAgenticSource,
  deleteAgenticConfig,
  deleteAgenticSource,
  getAgenticConfig,
  getAgenticSource,
  listAgenticConfigs,
  listAgenticSources,
  openAgenticAsk,
} from '@lectern/contracts/agents';
import { AgenticAsk } from './agentic-ask.service';
import type { AgenticKey } from './agentic-record.repository';
import { AgenticRecords } from './agentic-record.service';

export const AgenticRecordHandlers = handlersOf(AgenticRecords)
  .answer(listAgenticConfigs, (records, { params }) => records.configs(params.kbid))
  .answer(getAgenticConfig, (records, { params }) => records.config(agenticKeyOf(params)))
  .answer(createAgenticConfig, (records, { params, body }) =>
    records.create('configuration', agenticKeyOf(params), body),
  )
  .answer(changeAgenticConfig, (records, { params, body }) => records.changeConfig(agenticKeyOf(params), body))
  .answer(deleteAgenticConfig, (records, { params }) => records.delete('configuration', agenticKeyOf(params)))
  .answer(listAgenticSources, (records, { params }) => records.sources(params.kbid))
  .answer(getAgenticSource, (records, { params }) => records.source(agenticKeyOf(params)))
  .answer(createAgenticSource, (records, { params, body }) => records.create('source', agenticKeyOf(params), body))
  .answer(changeAgenticSource, (records, { params, body }) => records.changeSource(agenticKeyOf(params), body))
  .answer(deleteAgenticSource, (records, { params }) => records.delete('source', agenticKeyOf(params)));

export const AgenticAskHandlers = handlersOf(AgenticAsk)
  .answer(openAgenticAsk, (box, { body, principal }) => box.open(body, principal))
  .answer(beginAgenticAsk, (box, { body, principal, signal }) => box.begin(body, { principal, signal }));

function agenticKeyOf({ kbid, id }: AgenticTarget): AgenticKey {
  return { kbid, id };
}
