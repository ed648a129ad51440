import { handlersOf } from '@lectern/bus';
import {
  addVectorset,
  deleteVectorset,
  listVectorsets,
  promoteVectorset,
  readBoxVectorsets,
  readModelUse,
  setVectorsetFilling,
} from '@lectern/contracts/knowledge-box';
import { VectorsetReader } from './vectorset-reader';
import { VectorsetMoves } from './vectorset-moves';
import { VectorsetService } from './vectorset.service';

export const VectorsetHandlers = handlersOf(VectorsetReader)
  .answer(listVectorsets, (reader, { params }) => reader.list(params.kbid))
  .answer(readBoxVectorsets, (reader, { body }) => reader.read(body))
  .answer(readModelUse, (reader) => reader.readModelUse())
  .of(VectorsetService)
  .answer(addVectorset, (vectorsets, { params }) => vectorsets.add({ kbid: params.kbid, id: params.vectorset_id }))
  .answer(deleteVectorset, (vectorsets, { params }) =>
    vectorsets.delete({ kbid: params.kbid, id: params.vectorset_id }),
  )
  .of(VectorsetMoves)
  .answer(promoteVectorset, (moves, { body }) => moves.promote(body))
  .answer(setVectorsetFilling, (moves, { body }) => moves.setFilling(body));
