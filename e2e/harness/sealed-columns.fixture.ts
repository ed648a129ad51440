import { accountsSealed } from '../../libs/accounts/src/accounts.database';
import { agentsSealed } from '../../libs/agents/src/agents.database';
import { knowledgeBoxSealed } from '../../libs/resource-store/src/knowledge-box.database';
import { understandingSealed } from '../../libs/understanding/src/understanding.database';

const bySchema = {
  accounts: accountsSealed,
  agents: agentsSealed,
  knowledge_box: knowledgeBoxSealed,
  understanding: understandingSealed,
};

/** Columns whose secrets a rotation seals with another key, each as `schema.table.column`. */
export const sealedColumns: readonly string[] = Object.entries(bySchema).flatMap(([schema, sealed]) =>
  Object.entries(sealed).flatMap(([table, columns]) =>
    columns.map((column) => (table.includes('.') ? `${table}.${column}` : `${schema}.${table}.${column}`)),
  ),
);
