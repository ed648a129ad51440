import { handlersOf, Handles } from '@lectern/bus';
import { AppError, asUuid, type Request } from '@lectern/contracts/core';
import { downloadKnowledgeBoxModelFile, downloadModelFile } from '@lectern/contracts/understanding';
import { Controller } from '@nestjs/common';
import { accountOf } from '../account-model/account-of';
import { ModelFiles } from './model-files';

export const ModelFileAnswers = handlersOf(ModelFiles).answer(
  downloadKnowledgeBoxModelFile,
  (files, { params: { kbid, ...file }, principal }) => files.download(file, { kbid, account: accountOf(principal) }),
);

@Controller()
export class ModelFileHandlers {
  constructor(private readonly files: ModelFiles) {}

  @Handles(downloadModelFile)
  download({ params: { kbid, ...file }, query, principal }: Request<typeof downloadModelFile>) {
    const account = accountOf(principal);
    const { account_id: named = account } = query;
    if (asUuid(named) !== account) throw new AppError('forbidden', 'Forbidden');
    return this.files.download(file, { kbid, account });
  }
}
