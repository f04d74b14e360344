/** The names of the database systems that a site can be stored in. */
export type DialectName = 'sqlite' | 'postgres' | 'mysql';
