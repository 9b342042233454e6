"""The pages on which people judge: starlette, templates and a little script; everything that lasts is in the store.

app         routes and what happens to errors            site        what every page needs: study, words, address
security    who may ask at all, and headers              sessions    who asks: invite links, cookies, roles
seen        what an annotator may see of an item         pages/      one file a page
server      listening, links to print, a clean end       demo        a study of the built-in collection
templates/ and static/ are what browsers get: no build step, nothing from the network
"""
