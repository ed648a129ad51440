import { handlersOf } from '@lectern/bus';
import {
  addVectorset,
  deleteVectorset,
  listVectorsets,
  readBoxVectorsets,
  readModelUse,
} from '@lectern/contracts/knowledge-box';
import { VectorsetReader } from './vectorset-reader';
import { VectorsetService } from './vectorset.service';

export const VectorsetHandlers = handlersOf(VectorsetReader)
  .answer(listVectorsets, (reader, { params }) => reader.list(params.kbid))
  .answer(readBoxVectorsets, (reader, { body }) => reader.read(body))
  .answer(readModelUse, (reader) => reader.readModelUse())
  .of(VectorsetService)
  .answer(addVectorset, (vectorsets, { params }) => vectorsets.add({ kbid: params.kbid, id: params.vectorset_id }))
  .answer(deleteVectorset, (vectorsets, { params }) =>
    vectorsets.delete({ kbid: params.kbid, id: params.vectorset_id }),
  );
