import { readConfig } from '@lectern/config';
import { Metrics } from '@lectern/runtime';
import { Injectable } from '@nestjs/common';
import { interactionSlice } from './interaction.config';

const MIB = 1024 ** 2;

/** Bytes of the frames that all interactions of this process keep together, as JSON. */
@Injectable()
export class FrameMemory {
  /** Beyond it nothing is kept that can be forgotten. */
  readonly bytesMax = readConfig(interactionSlice).AGENT_FRAMES_MB * MIB;
  private bytes = 0;

  constructor(metrics: Metrics) {
    metrics.gauge({
      name: 'agent_frames_bytes',
      help: 'Frames of interactions that this process keeps in memory',
      collect: () => this.bytes,
    });
  }

  get usedBytes(): number {
    return this.bytes;
  }

  get isFull(): boolean {
    return this.bytes >= this.bytesMax;
  }

  take(bytes: number): void {
    this.bytes += bytes;
  }

  giveBack(bytes: number): void {
    this.bytes -= bytes;
  }
}
