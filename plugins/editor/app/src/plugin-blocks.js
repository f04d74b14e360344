// The blocks that plugins of the site add; the library registers those that are named here, by what is told of them.
import { unstable__bootstrapServerSideBlockDefinitions as tellOf } from '@wordpress/blocks';
import { pageData } from './page-data.js';

tellOf(pageData.blocks);
window.__unstableAutoRegisterBlocks = Object.keys(pageData.blocks);
