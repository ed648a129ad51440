import type { DataSource } from 'typeorm';
import { ResourceEntity } from './resource/resource.entity';

/**
 * The tables with rows of knowledge boxes, as SQL names them: those of all entities with a column `kbid`. Resources are
 * first: what works on one locks it, and writes nothing when it is gone.
 */
export function boxTables({ entityMetadatas }: DataSource): readonly string[] {
  const ofBoxes = entityMetadatas.filter(({ columns }) => columns.some(({ databaseName }) => databaseName === 'kbid'));
  const [first, others] = [ofBoxes.filter(isOfResources), ofBoxes.filter((metadata) => !isOfResources(metadata))];
  return [...first, ...others].map(({ tablePath }) => tablePath);
}

function isOfResources({ target }: DataSource['entityMetadatas'][number]): boolean {
  return target === ResourceEntity;
}
