import { setImmediate as turn } from 'node:timers/promises';
import { expect } from 'chai';
import { opened } from '../../../../plugins/database/postgres/own-connection.ts';
import { describeOnPostgres } from '../../../support/on-databases.ts';

describeOnPostgres('a connection beside the pool', (freshDatabase) => {
  it('is asked several things at once in a way that the client of PostgreSQL goes on to know', async () => {
    const warnings: string[] = [];
    const note = ({ message }: Error) => void warnings.push(message);
    process.on('warning', note);
    const connection = await opened(await freshDatabase());
    try {
      const asked = ['one', 'two', 'three', 'four'].map((text) => connection.query('select $1 as text', [text]));
      const answers = await Promise.all(asked);
      expect(answers.map(({ rows }) => rows[0].text)).to.deep.equal(['one', 'two', 'three', 'four']);
      await turn();
      expect(warnings).to.deep.equal([]);
    } finally {
      process.off('warning', note);
      await connection.end();
    }
  });
});
