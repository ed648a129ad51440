import { randomUUID } from 'node:crypto';
import { AppError, asUuid, invalidRequest } from '@lectern/contracts/core';
import type { ModelServerKeys } from '@lectern/contracts/knowledge-box';
import type {
  AvailableModelDescriptions,
  CreatedCustomModel,
  CustomModel,
  CustomModelList,
  CustomModelUpdate,
  NewCustomModel,
} from '@lectern/contracts/understanding';
import type { ProviderKeys } from '@lectern/models';
import { Injectable } from '@nestjs/common';
import { BoxEmbeddingModels } from '../account-model/box-embedding-models';
import { keptKeys, maskedKeys, type StoredKeys } from '../account-model/user-keys';
import { type CustomModelName, CustomModelRows, type StoredCustomModel } from '../account-model/custom-model-rows';

const BOXES_MAX = 10_000;

/** Manages custom models of accounts. */
@Injectable()
export class CustomModelService {
  constructor(
    private readonly rows: CustomModelRows,
    private readonly boxes: BoxEmbeddingModels,
  ) {}

  async list(account: string): Promise<CustomModelList> {
    const all = await this.rows.list(account);
    return { models: all.map((model) => ({ ...shownModel(model), title: titleOf(model) })) };
  }

  /** @throws AppError `invalid_request`, `quota_exceeded`, `conflict` */
  async create(account: string, given: NewCustomModel): Promise<CreatedCustomModel> {
    const id = randomUUID();
    await this.rows.add({
      account,
      id,
      location: given.location,
      description: given.description ?? null,
      trainedDate: given.trained_date ?? null,
      trainedKbid: given.trained_kbid ?? null,
      server: serverOf(given.openai_compat),
      kbids: [],
      createdAt: new Date(),
    });
    return { id };
  }

  /**
   * @param kbid a knowledge box that must be able to use the model
   * @throws AppError `not_found`
   */
  async get(name: CustomModelName, kbid?: string): Promise<CustomModel> {
    const found = await this.rows.find(name);
    if (!found || (kbid !== undefined && !found.kbids.includes(kbid))) throw unknownCustomModel();
    return wholeModel(found);
  }

  /** @throws AppError `not_found`, `invalid_request` */
  async change(name: CustomModelName, given: CustomModelUpdate): Promise<CustomModel> {
    return this.changed(name, (before) => ({
      ...before,
      description: given.description === undefined ? before.description : given.description,
      server: given.openai_compat ? serverOf(given.openai_compat, before.server) : before.server,
    }));
  }

  /** @throws AppError `not_found` */
  async delete(name: CustomModelName): Promise<null> {
    if (!(await this.rows.delete(name))) throw unknownCustomModel();
    return null;
  }

  /** @throws AppError `not_found` also for a box that the account does not have in this zone */
  async addToBox(account: string, kbid: string, id: string): Promise<CustomModel> {
    if (!(await this.boxes.find({ account, kbid }))) throw new AppError('not_found', 'Knowledge Box does not exist');
    return this.add(account, kbid, id);
  }

  /** @throws AppError `not_found`, `quota_exceeded` */
  async add(account: string, kbid: string, written: string): Promise<CustomModel> {
    const id = asUuid(written);
    if (id === undefined) throw unknownCustomModel();
    return this.changed({ account, id }, (before) => {
      if (before.kbids.includes(kbid)) return before;
      if (before.kbids.length >= BOXES_MAX)
        throw new AppError('quota_exceeded', `A model is for at most ${BOXES_MAX} knowledge boxes`);
      return { ...before, kbids: [...before.kbids, kbid] };
    });
  }

  /** @throws AppError `not_found` */
  async remove(name: CustomModelName, kbid: string): Promise<null> {
    await this.changed(name, (before) => {
      if (!before.kbids.includes(kbid)) throw unknownCustomModel();
      return { ...before, kbids: before.kbids.filter((one) => one !== kbid) };
    });
    return null;
  }

  async describe(account: string, kbid: string): Promise<AvailableModelDescriptions> {
    const all = await this.rows.list(account);
    const own = all.filter(({ kbids }) => kbids.includes(kbid));
    return { descriptions: Object.fromEntries(own.map((model) => [model.id, titleOf(model)])) };
  }

  private async changed(
    name: CustomModelName,
    change: (before: StoredCustomModel) => StoredCustomModel,
  ): Promise<CustomModel> {
    const after = await this.rows.change(name, change);
    if (!after) throw unknownCustomModel();
    return wholeModel(after);
  }
}

/** @throws AppError `invalid_request` for a server without an address */
function serverOf(given: ModelServerKeys | null | undefined, before?: ProviderKeys): ProviderKeys {
  const stored: StoredKeys = before ? { openai_compat: before } : {};
  const server = keptKeys(given ? { openai_compat: given } : null, stored)['openai_compat'];
  if (server?.url && server.model_id) return server;
  const msg = 'Value error, a custom model needs openai_compat with url, model_id';
  throw invalidRequest([{ type: 'value_error', loc: ['body', 'openai_compat'], msg, input: null }]);
}

function shownModel({ id, account, location, trainedDate, trainedKbid }: Omit<StoredCustomModel, 'server'>) {
  return {
    model_id: id,
    account,
    model_type: 'GENERATIVE' as const,
    model_types: ['GENERATIVE' as const],
    trained_date: trainedDate,
    location,
    trained_kbid: trainedKbid,
  };
}

function wholeModel(model: StoredCustomModel): CustomModel {
  const openai_compat = maskedKeys({ openai_compat: model.server })?.openai_compat ?? null;
  return { ...shownModel(model), log: null, kbids: model.kbids, openai_compat };
}

function titleOf({ description, location }: Omit<StoredCustomModel, 'server'>): string {
  return description || location;
}

function unknownCustomModel(): AppError {
  return new AppError('not_found', 'Model not found');
}
