package main

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/base64"
	"encoding/pem"
	"math/big"
	"strings"
	"time"
)

// material is what stands for the placeholders in files, made anew for each run so that no key is recorded.
type material struct{ replacements [][2]string }

func newMaterial() *material {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	check(err)
	template := &x509.Certificate{
		SerialNumber:          big.NewInt(1),
		Subject:               pkix.Name{CommonName: "someone"},
		NotBefore:             time.Now().Add(-time.Hour),
		NotAfter:              time.Now().Add(time.Hour),
		IsCA:                  true,
		BasicConstraintsValid: true,
	}
	cert, err := x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key)
	check(err)
	keyBytes, err := x509.MarshalPKCS8PrivateKey(key)
	check(err)
	certPem := string(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: cert}))
	keyPem := string(pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: keyBytes}))
	return &material{[][2]string{
		{"<cert-base64>", base64.StdEncoding.EncodeToString([]byte(certPem))},
		{"<key-base64>", base64.StdEncoding.EncodeToString([]byte(keyPem))},
		{"<cert-pem>", certPem},
		{"<key-pem>", keyPem},
	}}
}

func (m *material) fill(text, directory string) string {
	for _, pair := range m.replacements {
		text = strings.ReplaceAll(text, pair[0], pair[1])
	}
	return strings.ReplaceAll(text, "<dir>", directory)
}

func (m *material) hide(text, directory string) string {
	for _, pair := range m.replacements {
		text = strings.ReplaceAll(text, pair[1], pair[0])
	}
	return strings.ReplaceAll(text, directory, "<dir>")
}
