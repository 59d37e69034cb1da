// Checks what /api/audit answers with the packages that Go itself checks its modules with.
package main

import (
	"encoding/json"
	"fmt"
	"log"
	"os"
	"strings"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

type proof struct {
	Index  int64
	Size   int64
	Hashes []tlog.Hash
}

type answers struct {
	Key         string
	Older       string
	Newer       string
	Entries     []string
	Inclusions  []proof
	Consistency proof
	Tiles       map[string][]byte
}

func must(err error) {
	if err != nil {
		log.Fatal(err)
	}
}

func treeIn(key, signed string) tlog.Tree {
	verifier, err := note.NewVerifier(key)
	must(err)
	opened, err := note.Open([]byte(signed), note.VerifierList(verifier))
	must(err)
	_, rest, _ := strings.Cut(opened.Text, "\n")
	// The package knows the first line of its own log only.
	tree, err := tlog.ParseTree([]byte("go.sum database tree\n" + rest))
	must(err)
	return tree
}

type tiles map[string][]byte

func (t tiles) Height() int { return 8 }

func (t tiles) SaveTiles([]tlog.Tile, [][]byte) {}

func (t tiles) ReadTiles(asked []tlog.Tile) ([][]byte, error) {
	var read [][]byte
	for _, tile := range asked {
		bytes, ok := t[strings.TrimPrefix(tile.Path(), "tile/8/")]
		if !ok {
			return nil, fmt.Errorf("no tile %s", tile.Path())
		}
		read = append(read, bytes)
	}
	return read, nil
}

func main() {
	var given answers
	must(json.NewDecoder(os.Stdin).Decode(&given))
	older, newer := treeIn(given.Key, given.Older), treeIn(given.Key, given.Newer)

	for _, one := range given.Inclusions {
		leaf := tlog.RecordHash([]byte(given.Entries[one.Index]))
		must(tlog.CheckRecord(one.Hashes, one.Size, newer.Hash, one.Index, leaf))
	}
	must(tlog.CheckTree(given.Consistency.Hashes, newer.N, newer.Hash, older.N, older.Hash))

	reader := tlog.TileHashReader(newer, tiles(given.Tiles))
	for index, entry := range given.Entries {
		leaf, err := reader.ReadHashes([]int64{tlog.StoredHashIndex(0, int64(index))})
		must(err)
		if leaf[0] != tlog.RecordHash([]byte(entry)) {
			log.Fatalf("the tile has another leaf %d", index)
		}
	}
	fmt.Printf("%d entries are as they were signed\n", len(given.Entries))
}
