import { Bus } from '@lectern/bus';
import { authorOf, type Principal, systemPrincipal } from '@lectern/contracts/core';
import { Injectable } from '@nestjs/common';
import { boxDriver, driverNamed, driverSettings } from '../driver/driver-choice';
import { DriverService } from '../driver/driver.service';
import type { InteractionUser } from '../engine/asking-back';
import type { InteractionUsage } from '../engine/interaction-usage';
import { ModuleModels } from '../engine/module-models';
import type { InteractionFacts } from '../engine/module-run';
import type { WorkflowPlan } from '../engine/workflow-plan';
import type { ModuleSources } from '../engine/module-sources';
import type { StepObserver } from '../engine/run-observer';
import { BoxSources, type SourceCaller } from '../sources/box-sources';
import { InteractionCalls } from './interaction-calls';
import { ModuleReach } from './module-reach';

/** A step of a module: by what it calls models, what ends it, and who sees it. */
export interface ObservedStep {
  readonly calls: InteractionCalls;
  readonly signal: AbortSignal;
  readonly observer: StepObserver;
  readonly usage: InteractionUsage;
}

/** Makes what the modules of one interaction may touch. */
@Injectable()
export class InteractionTools {
  constructor(
    private readonly bus: Bus,
    private readonly drivers: DriverService,
    private readonly boxes: BoxSources,
    readonly reach: ModuleReach,
  ) {}

  /** For what the modules of one interaction call. */
  calls(): InteractionCalls {
    return new InteractionCalls(this.bus);
  }

  /** Models as the agent's own configuration chooses them, counted for its account. */
  models(
    { agent }: InteractionFacts,
    principal: Principal,
    { calls, signal, observer, usage }: ObservedStep,
  ): ModuleModels {
    const asker = {
      observer,
      usage,
      user: authorOf(principal) || 'agent',
      principal: { ...systemPrincipal, account: agent.account },
      kbid: agent.id,
    };
    return new ModuleModels(calls, asker, signal);
  }

  /** Drivers are read once for an interaction. */
  sources(
    { facts: { agent, box }, drivers = [] }: WorkflowPlan,
    caller: SourceCaller & { readonly user: InteractionUser },
  ): ModuleSources {
    // A knowledge box that is asked itself brings its own.
    const opened = box ? Promise.resolve(drivers) : this.drivers.opened(agent.id);
    // The failure is reported where a source is used; there may be no such use.
    opened.catch(() => undefined);
    return {
      box: async (identifier, observer, usage) => {
        const observed = { ...caller, observer, usage };
        if (box) return this.boxes.part(agent.id, { identifier, box }, observed);
        return this.boxes.open(boxDriver(await opened, identifier), observed);
      },
      settings: async (identifier, provider) => driverSettings(await opened, identifier, provider),
      mcp: async (identifier, dialog) =>
        this.reach.server(driverNamed(await opened, identifier), { ...caller, agent: agent.id }, dialog),
    };
  }
}
