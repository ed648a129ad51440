import { AugmentationModule } from '@lectern/augmentation';
import { DatasetsModule } from '@lectern/datasets';
import { ProcessingApiModule } from '@lectern/processing-api';
import { UnderstandingModule } from '@lectern/understanding';

/** Modules of this service. Its permissions on NATS follow from their declarations. */
export const modules = [UnderstandingModule, AugmentationModule, ProcessingApiModule, DatasetsModule];
