import { handlersOf } from '@lectern/bus';
import { exportToDataset } from '@lectern/contracts/understanding';
import { DatasetExportService } from './dataset-export.service';

export const DatasetExportHandlers = handlersOf(DatasetExportService).answer(
  exportToDataset,
  (exports, { params: { dataset_id: dataset, ...box }, body, principal, signal }) =>
    exports.export({ ...box, dataset, principal, signal }, body),
);
