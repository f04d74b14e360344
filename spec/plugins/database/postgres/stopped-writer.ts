import { sql } from 'kysely';
import database, { Database } from '../../../../plugins/database/index.ts';
import { buildTestGeneration } from '../../../support/generation.ts';

// A process that begins a transaction, says so when it holds a row, and never ends it. Its argument is the options of its database.
const options = JSON.parse(process.argv[2]!);
const generation = await buildTestGeneration([database], { options: { database: options } });
const { db, transaction } = generation.services.get('spec', Database);
await transaction(async () => {
  await db.updateTable('options').set({ option_value: 'held' }).where('option_name', '=', 'one').execute();
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db);
  process.stdout.write(`holds ${rows[0]!.pid}\n`);
  await new Promise((resolve) => setTimeout(resolve, 600_000));
});
