// The token of an invite link stands behind #, which browsers send to nobody: not in logs, not to previews of the link.
const field = document.getElementById("token");
const token = decodeURIComponent(location.hash.slice(1));
if (token) {
  field.value = token;
  history.replaceState(null, "", location.pathname);
  document.getElementById("by-hand").hidden = true;
  document.getElementById("by-link").hidden = false;
}
