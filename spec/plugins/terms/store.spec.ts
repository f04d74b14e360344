import { describeOnDatabases } from '../../support/on-databases.ts';
import { describeTerms } from './describe-terms.ts';

describeOnDatabases('the store of terms', describeTerms);
