import { handlersOf } from '@lectern/bus';
import { fetchTaskAsset, getTaskAsset, listTaskAssets } from '@lectern/contracts/understanding';
import { TaskAssetService } from './task-asset.service';

export const TaskAssetHandlers = handlersOf(TaskAssetService)
  .answer(listTaskAssets, (assets, { params: { kbid } }) => assets.list(kbid))
  .answer(getTaskAsset, (assets, { params: { kbid, asset_id: id } }) => assets.address({ kbid, id }))
  .answer(fetchTaskAsset, (assets, { params: { kbid, asset_id: id }, query }) => assets.file({ kbid, id }, query));
