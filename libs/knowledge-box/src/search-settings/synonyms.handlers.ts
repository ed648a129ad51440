import { handlersOf } from '@lectern/bus';
import { deleteSynonyms, getSynonyms, putSynonyms, readSynonyms } from '@lectern/contracts/knowledge-box';
import { SynonymsService } from './synonyms.service';

export const SynonymsHandlers = handlersOf(SynonymsService)
  .answer(putSynonyms, (synonyms, { params, body }) => synonyms.put(params.kbid, body))
  .answer(getSynonyms, (synonyms, { params }) => synonyms.get(params.kbid))
  .answer(deleteSynonyms, (synonyms, { params }) => synonyms.delete(params.kbid))
  .answer(readSynonyms, (synonyms, { body }) => synonyms.get(body.kbid));
