// The editor's packages look at this when they are loaded: the media library that needs no other scripts.
window.__experimentalDataViewsMediaModal = true;
