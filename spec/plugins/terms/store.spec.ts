import { describeTerms } from './describe-terms.ts';

describeTerms('the store of terms on SQLite', 'sqlite::memory:');
