import * as contracts from '@lectern/contracts';
import type { InterfaceDescription } from '@lectern/contracts';
import { httpOperations, isOperation, openApiDocument } from '@lectern/gateway';

/** What a gateway serves as `/api/v1/openapi.json` without aliases, for both hosts. */
export function openApiText(version: string, description: InterfaceDescription): string {
  const operations = httpOperations(Object.values(contracts).filter(isOperation), ['zone', 'accounts']);
  const names = contracts.WireNames.canonical;
  return `${JSON.stringify(openApiDocument(operations, { title: names.homeTitle, version, names, description }), null, 1)}\n`;
}
