import type { DataSource } from 'typeorm';
import { ResourceEntity } from './resource/resource.entity';

/**
 * The SQL names of all tables with rows of knowledge boxes, which are those whose entities have a column `kbid`.
 * Resources come first: work on a resource locks it, and writes nothing once it is deleted.
 */
export function boxTables({ entityMetadatas }: DataSource): readonly string[] {
  const ofBoxes = entityMetadatas.filter(({ columns }) => columns.some(({ databaseName }) => databaseName === 'kbid'));
  const [first, others] = [ofBoxes.filter(isOfResources), ofBoxes.filter((metadata) => !isOfResources(metadata))];
  return [...first, ...others].map(({ tablePath }) => tablePath);
}

function isOfResources({ target }: DataSource['entityMetadatas'][number]): boolean {
  return target === ResourceEntity;
}
