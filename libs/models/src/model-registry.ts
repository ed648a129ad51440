import { AppError } from '@lectern/contracts/core';
import type { ModelDescription } from './model';

/** A model in a registry. */
export interface RegisteredModel<D extends ModelDescription> {
  readonly description: D;
  /** For models that hold resources. Idempotent. */
  close?(): Promise<void>;
}

/** The available models of one kind, by id. */
export class ModelRegistry<D extends ModelDescription, M extends RegisteredModel<D>> {
  private readonly models: ReadonlyMap<string, M>;

  /**
   * @param models later ones replace earlier ones with the same id
   * @param defaultId for requests and knowledge boxes that choose none
   * @throws AppError `unavailable` when the default is not among them
   */
  constructor(
    models: readonly M[],
    readonly defaultId: string,
  ) {
    this.models = new Map(models.map((model) => [model.description.id, model]));
    this.get(defaultId);
  }

  get default(): M {
    return this.get(this.defaultId);
  }

  /** @throws AppError `unavailable` when there is no such model */
  get(id: string): M {
    const model = this.models.get(id);
    if (!model) throw new AppError('unavailable', `The model ${id} is not available`);
    return model;
  }

  find(id: string): M | undefined {
    return this.models.get(id);
  }

  list(): readonly D[] {
    return [...this.models.values()].map(({ description }) => description);
  }

  async close(): Promise<void> {
    await Promise.all([...this.models.values()].map((model) => model.close?.()));
  }
}
