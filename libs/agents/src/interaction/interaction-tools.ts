import { Bus } from '@lectern/bus';
import { AppError, authorOf, type Principal, systemPrincipal } from '@lectern/contracts/core';
import { Egress } from '@lectern/egress';
import { Injectable } from '@nestjs/common';
import { DriverService } from '../driver/driver.service';
import { ModuleModels } from '../engine/module-models';
import type { InteractionFacts } from '../engine/module-run';
import type { ModuleSources } from '../engine/module-sources';
import type { StepObserver } from '../engine/run-observer';
import { BoxSources, type SourceCaller } from '../sources/box-sources';
import { InteractionCalls } from './interaction-calls';

/** A step of a module: by what it calls models, what ends it, and who sees it. */
export interface ObservedStep {
  readonly calls: InteractionCalls;
  readonly signal: AbortSignal;
  readonly observer: StepObserver;
}

/** Makes what the modules of one interaction may touch. */
@Injectable()
export class InteractionTools {
  constructor(
    private readonly bus: Bus,
    private readonly drivers: DriverService,
    private readonly boxes: BoxSources,
    /** Calls addresses of configurations. */
    readonly web: Egress,
  ) {}

  /** For what the modules of one interaction call. */
  calls(): InteractionCalls {
    return new InteractionCalls(this.bus);
  }

  /** Models as the agent's own configuration chooses them, paid by its account. */
  models({ agent }: InteractionFacts, principal: Principal, { calls, signal, observer }: ObservedStep): ModuleModels {
    const asker = {
      observer,
      user: authorOf(principal) || 'agent',
      principal: { ...systemPrincipal, account: agent.account },
      ...(agent.hasMemory && { kbid: agent.id }),
    };
    return new ModuleModels(calls, asker, signal);
  }

  /** Drivers are read once for an interaction. */
  sources({ agent, box }: InteractionFacts, caller: SourceCaller): ModuleSources {
    if (box)
      return {
        box: async (identifier, observer) => this.boxes.part(agent.id, { identifier, box }, { ...caller, observer }),
      };
    const opened = this.drivers.opened(agent.id);
    // Whoever uses a source sees why it cannot be read; nobody may.
    opened.catch(() => undefined);
    return {
      box: async (identifier, observer) => {
        const driver = (await opened).find((one) => one.identifier === identifier);
        if (!driver) throw new AppError('not_found', `The agent has no driver with the identifier ${identifier}`);
        if (driver.provider !== 'kbdb')
          throw new AppError('invalid_request', `The driver ${identifier} is of ${driver.provider}, not of kbdb`);
        return this.boxes.open(driver, { ...caller, observer });
      },
    };
  }
}
