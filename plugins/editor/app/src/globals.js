// The names by which scripts of blocks find the packages, as the reference has them.
import apiFetch from '@wordpress/api-fetch';
import * as blockEditor from '@wordpress/block-editor';
import * as blocks from '@wordpress/blocks';
import * as components from '@wordpress/components';
import * as compose from '@wordpress/compose';
import * as coreData from '@wordpress/core-data';
import * as data from '@wordpress/data';
import * as date from '@wordpress/date';
import domReady from '@wordpress/dom-ready';
import * as editPost from '@wordpress/edit-post';
import * as editor from '@wordpress/editor';
import * as element from '@wordpress/element';
import * as hooks from '@wordpress/hooks';
import * as htmlEntities from '@wordpress/html-entities';
import * as i18n from '@wordpress/i18n';
import * as notices from '@wordpress/notices';
import * as plugins from '@wordpress/plugins';
import * as preferences from '@wordpress/preferences';
import * as primitives from '@wordpress/primitives';
import * as richText from '@wordpress/rich-text';
import serverSideRender from '@wordpress/server-side-render';
import * as url from '@wordpress/url';
import * as React from 'react';
import * as ReactJSXRuntime from 'react/jsx-runtime';
import * as ReactDOM from 'react-dom';

Object.assign(window, { React, ReactDOM, ReactJSXRuntime });
window.wp = {
  apiFetch,
  blockEditor,
  blocks,
  components,
  compose,
  coreData,
  data,
  date,
  domReady,
  editPost,
  editor,
  element,
  hooks,
  htmlEntities,
  i18n,
  notices,
  plugins,
  preferences,
  primitives,
  richText,
  serverSideRender,
  url,
};
