import { type Connection, createConnection } from 'mysql2/promise';
import { LAYOUT } from '../../../../plugins/database/index.ts';
import { createMysqlDatabase, type MysqlDatabase } from '../../../support/on-databases.ts';

type Values = Readonly<Record<string, string | number | null>>;

const TYPES = {
  id: 'bigint unsigned not null auto_increment primary key',
  reference: 'bigint unsigned not null default 0',
  integer: 'int not null default 0',
  key: "varchar(255) not null default ''",
  name: "varchar(250) not null default ''",
  title: 'text not null',
  text: 'longtext not null',
  nullableKey: 'varchar(255)',
  nullableText: 'longtext',
  date: "datetime not null default '0000-00-00 00:00:00'",
};

/** A database with the tables of a WordPress, and nothing in them. */
export class SourceDatabase {
  readonly address: string;
  readonly prefix: string;
  readonly #connection: Connection;
  readonly #database: MysqlDatabase;

  private constructor(database: MysqlDatabase, connection: Connection, prefix: string) {
    this.address = database.address;
    this.prefix = prefix;
    this.#connection = connection;
    this.#database = database;
  }

  static async create(prefix = 'wp_'): Promise<SourceDatabase> {
    const database = await createMysqlDatabase();
    const connection = await createConnection({ uri: database.address, charset: 'utf8mb4', multipleStatements: true });
    const made = new SourceDatabase(database, connection, prefix);
    const tables = Object.entries(LAYOUT).map(([name, { columns, primaryKey }]) => {
      const parts = Object.entries(columns).map(([column, { kind }]) => `\`${column}\` ${TYPES[kind]}`);
      const keys = primaryKey === undefined ? [] : [`primary key (${primaryKey})`];
      return `create table ${prefix}${name} (${[...parts, ...keys]}) engine = InnoDB default charset utf8mb4`;
    });
    await connection.query(`set session sql_mode = ''; ${tables.join(';')}`);
    return made;
  }

  /** Inserts rows that have the same columns. */
  async fill(table: string, rows: readonly Values[]): Promise<void> {
    const columns = Object.keys(rows[0]!).map((column) => `\`${column}\``);
    const values = rows.map((row) => Object.values(row));
    await this.#connection.query(`insert into ${this.prefix}${table} (${columns}) values ?`, [values]);
  }

  async run(statement: string): Promise<void> {
    await this.#connection.query(statement);
  }

  async drop(): Promise<void> {
    await this.#connection.end();
    await this.#database.drop();
  }
}
