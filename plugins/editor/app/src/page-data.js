/** What the server wrote into the page for its script. */
export const pageData = JSON.parse(document.getElementById('editor-data').textContent);
