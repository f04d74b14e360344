export { autop } from '@wordpress/autop';
