export { AppError } from '@lectern/contracts/core';
export { AllowList, Egress, Guard } from '@lectern/egress';
export { catalogue, defaultModelsFolder, ModelAdder, ModelStore, removeModel } from '@lectern/models';
