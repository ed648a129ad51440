import { On } from '@lectern/bus';
import { resourceProgressed, type ResourceReference, type ResourceStep } from '@lectern/contracts/knowledge-box';
import { Controller, Logger, type OnModuleDestroy } from '@nestjs/common';
import { AgentTaskRows } from './agent-task-rows';

/** Events within this time are recorded together. */
const GATHER_MS = 1_000;
/** Delay before a failed attempt is repeated. */
const RETRY_MS = 5_000;
/** Beyond this number of boxes, tasks find new resources by themselves a little later. */
const BOXES_MAX = 10_000;

/** Starts tasks for new resources soon after something was processed. */
@Controller()
export class AgentNudges implements OnModuleDestroy {
  private readonly logger = new Logger('Agents');
  /** Boxes in which something was processed. */
  private readonly boxes = new Set<string>();
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly rows: AgentTaskRows) {}

  onModuleDestroy(): void {
    clearTimeout(this.timer);
    this.boxes.clear();
  }

  @On(resourceProgressed)
  notice({ kbid, step }: ResourceReference & ResourceStep): void {
    if (step !== 'processed' || this.boxes.size >= BOXES_MAX) return;
    this.boxes.add(kbid);
    this.noteLater(GATHER_MS);
  }

  private noteLater(afterMs: number): void {
    this.timer ??= setTimeout(() => void this.note(), afterMs).unref();
  }

  private async note(): Promise<void> {
    try {
      for (const kbid of [...this.boxes]) {
        this.boxes.delete(kbid);
        await this.rows.nudge(kbid).catch((error: unknown) => {
          this.boxes.add(kbid);
          throw error;
        });
      }
    } catch (error) {
      this.logger.warn(`Tasks of agents look for new resources later: ${String(error)}`);
    }
    this.timer = undefined;
    if (this.boxes.size > 0) this.noteLater(RETRY_MS);
  }
}
