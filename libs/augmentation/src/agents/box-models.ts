import { Bus } from '@lectern/bus';
import { AppError, systemPrincipal, validate } from '@lectern/contracts/core';
import {
  addVectorset,
  deleteVectorset,
  listVectorsets,
  type NamedVectorset,
  promoteVectorset,
  setVectorsetFilling,
  type VectorsetFilling,
  type VectorsetRecord,
} from '@lectern/contracts/knowledge-box';
import { MigrationParameters } from '@lectern/contracts/understanding';
import { Injectable } from '@nestjs/common';
import { AgentBoxes } from './agent-boxes';

/** Embedding models of knowledge boxes, for tasks that move boxes from one to another. */
@Injectable()
export class BoxModels {
  constructor(
    private readonly bus: Bus,
    private readonly boxes: AgentBoxes,
  ) {}

  /** The default one first. @throws AppError `not_found` */
  async vectorsets(kbid: string, signal?: AbortSignal): Promise<readonly VectorsetRecord[]> {
    return (await this.bus.request(listVectorsets, { params: { kbid } }, asSystem(signal))).vectorsets;
  }

  /** @throws AppError `invalid_request` for the model that the box already uses */
  async check(kbid: string, id: string): Promise<void> {
    const [now] = await this.vectorsets(kbid);
    if (now?.id === id) throw new AppError('invalid_request', `The knowledge box already uses the model ${id}`);
  }

  /** Pauses the migration with these parameters. */
  async pause(kbid: string, parameters: object): Promise<void> {
    const { semantic_model_id: id } = validate(MigrationParameters, parameters);
    await this.fill({ kbid, id, fills: false });
  }

  /** Number of resources of a box. */
  async count(kbid: string, signal?: AbortSignal): Promise<number> {
    return this.boxes.count({ kbid }, signal);
  }

  /** @throws AppError `conflict`, `invalid_request` for an unknown model, `quota_exceeded` */
  async add({ kbid, id }: NamedVectorset, signal?: AbortSignal): Promise<void> {
    await this.bus.request(addVectorset, { params: { kbid, vectorset_id: id } }, asSystem(signal));
  }

  /** @throws AppError `conflict` for the last one */
  async remove({ kbid, id }: NamedVectorset, signal?: AbortSignal): Promise<void> {
    await this.bus.request(deleteVectorset, { params: { kbid, vectorset_id: id } }, asSystem(signal));
  }

  /** @throws AppError `not_found`, `conflict` while it lacks vectors */
  async promote(vectorset: NamedVectorset, signal?: AbortSignal): Promise<void> {
    await this.bus.request(promoteVectorset, { body: vectorset }, asSystem(signal));
  }

  /** Pauses or continues. A vectorset that does not exist is no error. */
  async fill(filling: VectorsetFilling, signal?: AbortSignal): Promise<void> {
    try {
      await this.bus.request(setVectorsetFilling, { body: filling }, asSystem(signal));
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'not_found') throw error;
    }
  }
}

function asSystem(signal: AbortSignal | undefined) {
  return { principal: systemPrincipal, signal };
}
